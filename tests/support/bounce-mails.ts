/** Mails that mail servers send back, written after those of the servers that most subscribers have. */
type Report = {
  /** Of our mail, with its angle brackets. */
  messageId: string;
  status?: string;
  diagnostic?: string;
  action?: 'failed' | 'delayed' | 'delivered' | 'relayed';
};

/** Headers in text/rfc822-headers or the whole mail, a group of fields about the message first. */
export function fromPostfix({ messageId, status = '5.1.1', diagnostic, action = 'failed' }: Report): string {
  return mail(`From: MAILER-DAEMON@mx.society.example (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: news@society.example
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
\tboundary="4YJz3k1kB9z1Z.1795252321/mx.society.example"
Message-Id: <4YJz3k2xQMz1b@mx.society.example>

This is a MIME-encapsulated message.

--4YJz3k1kB9z1Z.1795252321/mx.society.example
Content-Description: Notification
Content-Type: text/plain; charset=us-ascii

This is the mail system at host mx.society.example.

I'm sorry to have to inform you that your message could not
be delivered to one or more recipients. It's attached below.

<reader@example.org>: host mx.example.org[203.0.113.5] said: 550 5.1.1
    <reader@example.org>: Recipient address rejected: User unknown in virtual
    mailbox table (in reply to RCPT TO command)

--4YJz3k1kB9z1Z.1795252321/mx.society.example
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.society.example
X-Postfix-Queue-ID: 4YJz3k1kB9z1Z
X-Postfix-Sender: rfc822; news@society.example
Arrival-Date: Sat, 21 Nov 2026 12:00:00 +0000 (UTC)

Final-Recipient: rfc822; reader@example.org
Original-Recipient: rfc822;reader@example.org
Action: ${action}
Status: ${status}
Remote-MTA: dns; mx.example.org
Diagnostic-Code: ${diagnostic ?? 'smtp; 550 5.1.1 <reader@example.org>: Recipient address\n    rejected: User unknown in virtual mailbox table'}

--4YJz3k1kB9z1Z.1795252321/mx.society.example
Content-Description: Undelivered Message
Content-Type: message/rfc822
Content-Transfer-Encoding: 8bit

Return-Path: <news@society.example>
From: Society <news@society.example>
To: reader@example.org
Subject: One Health
Message-ID: ${messageId}
Content-Type: text/plain

Hello
--4YJz3k1kB9z1Z.1795252321/mx.society.example--
`);
}

/** The original's headers have a type of their own, and references name our mail too. */
export function fromExchange({ messageId, status = '5.1.10', diagnostic }: Report): string {
  return mail(`MIME-Version: 1.0
From: <postmaster@university.example>
To: <news@society.example>
Date: Sat, 21 Nov 2026 12:00:05 +0000
Content-Type: multipart/report; report-type=delivery-status; boundary="4bdb6dd6-6fbd-4f3b-a1b1-6b2a9a2ac7f9"
Content-Language: en-US
Message-ID: <9d9b3b2e-79cb@AM0PR01MB0000.eurprd01.prod.exchangelabs.com>
In-Reply-To: ${messageId}
References: ${messageId}
Subject: Undeliverable: One Health
Auto-Submitted: auto-replied

--4bdb6dd6-6fbd-4f3b-a1b1-6b2a9a2ac7f9
Content-Type: multipart/alternative; differences=Content-Type; boundary="a1"

--a1
Content-Type: text/plain; charset="us-ascii"
Content-Transfer-Encoding: quoted-printable

Your message to reader@university.example couldn't be delivered.
--a1
Content-Type: text/html; charset="us-ascii"

<p>Your message couldn't be delivered.</p>
--a1--

--4bdb6dd6-6fbd-4f3b-a1b1-6b2a9a2ac7f9
Content-Type: message/delivery-status

Reporting-MTA: dns;AM0PR01MB0000.eurprd01.prod.exchangelabs.com
Received-From-MTA: dns;mx.society.example
Arrival-Date: Sat, 21 Nov 2026 12:00:03 +0000

Final-Recipient: rfc822;reader@university.example
Action: failed
Status: ${status}
Diagnostic-Code: ${diagnostic ?? 'smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup'}
X-Display-Name: reader@university.example

--4bdb6dd6-6fbd-4f3b-a1b1-6b2a9a2ac7f9
Content-Type: text/rfc822-headers

Received: from mx.society.example (203.0.113.9) by mail.example
 (2603:10a6::1) with Microsoft SMTP Server; Sat, 21 Nov 2026 12:00:03 +0000
Subject: One Health
Message-ID:
 ${messageId}

--4bdb6dd6-6fbd-4f3b-a1b1-6b2a9a2ac7f9--
`);
}

/** Without Diagnostic-Code's own status, in base64, and with the whole mail behind. */
export function fromGmail({ messageId, status = '5.1.1', diagnostic }: Report): string {
  return mail(`From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>
To: news@society.example
Auto-Submitted: auto-replied
Subject: Delivery Status Notification (Failure)
References: ${messageId}
In-Reply-To: ${messageId}
X-Failed-Recipients: reader@gmail.example
Message-ID: <6560a1b2.050a0220.c1e02.0001.GMR@mx.google.com>
MIME-Version: 1.0
Content-Type: multipart/report; boundary="000000000000b3a1c5060aa2b2a1"; report-type=delivery-status

--000000000000b3a1c5060aa2b2a1
Content-Type: multipart/related; boundary="000000000000b3a5d0060aa2b2a6"

--000000000000b3a5d0060aa2b2a6
Content-Type: text/plain; charset="UTF-8"
Content-Transfer-Encoding: base64

KiogQWRkcmVzcyBub3QgZm91bmQgKioK
--000000000000b3a5d0060aa2b2a6--
--000000000000b3a1c5060aa2b2a1
Content-Type: message/delivery-status

Reporting-MTA: dns; googlemail.com
Received-From-MTA: dns; news@society.example
X-Original-Message-ID: ${messageId}

Final-Recipient: rfc822; reader@gmail.example
Action: failed
Status: ${status}
Remote-MTA: dns; gmail-smtp-in.l.google.com. (142.250.1.27, the server for
 the domain gmail.example.)
Diagnostic-Code: ${diagnostic ?? `smtp; 550-5.1.1 The email account that you tried to reach does not exist. Please try\n 550-5.1.1 double-checking the recipient's email address for typos. 550 5.1.1 - gsmtp`}
Last-Attempt-Date: Sat, 21 Nov 2026 04:00:07 -0800 (PST)

--000000000000b3a1c5060aa2b2a1
Content-Type: message/rfc822

DKIM-Signature: v=1; a=rsa-sha256; d=society.example
Message-ID: ${messageId}
Subject: One Health

Hello
--000000000000b3a1c5060aa2b2a1--
`);
}

/** A subscriber pressed "spam" (RFC 5965). */
export function complaint(messageId: string, type = 'abuse'): string {
  return mail(`From: <feedback@provider.example>
To: <news@society.example>
Subject: FW: One Health
MIME-Version: 1.0
Content-Type: multipart/report; report-type=feedback-report; boundary="part1_13d.2e68ed54"

--part1_13d.2e68ed54
Content-Type: text/plain; charset="US-ASCII"

This is an email abuse report.
--part1_13d.2e68ed54
Content-Type: message/feedback-report

Feedback-Type: ${type}
User-Agent: SomeGenerator/1.0
Version: 1

--part1_13d.2e68ed54
Content-Type: message/rfc822

From: <news@society.example>
Message-ID: ${messageId}
Subject: One Health

Spam
--part1_13d.2e68ed54--
`);
}

/** Not a report: someone is on holiday. */
export function absence(messageId: string): string {
  return mail(`From: reader@example.org
To: news@society.example
Subject: Out of office: One Health
In-Reply-To: ${messageId}
Auto-Submitted: auto-replied
Content-Type: text/plain

I am away. 550 5.1.1 user unknown, as they say.
`);
}

function mail(text: string): string {
  return text.replace(/\n/g, '\r\n');
}
