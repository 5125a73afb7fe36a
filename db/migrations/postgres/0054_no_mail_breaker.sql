DROP TABLE mail_breaker;
