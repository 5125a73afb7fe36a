export function readme(societyName: string, now: Date): string {
  return `# ${societyName}

Everything on this website as files, made on ${now.toISOString().slice(0, 10)}. No program of ours is needed to read them.

| file | what it is |
|---|---|
| articles/, articles.xlsx, articles.csv | each article as Markdown, its facts on top and its text as HTML, drafts among them (isPublished: false); all as a table |
| events/, events.xlsx, events.csv | the same for the events |
| members/, members.xlsx, members.csv | the same for the committee |
| pages/, pages.xlsx, pages.csv | the same for pages of the society's own, such as the one about privacy |
| committees/, committees.xlsx, committees.csv | the same for past committees |
| about.md, settings.xlsx, settings.csv | the text of the page About, and all settings |
| subscribers.xlsx, subscribers.csv | the subscribers of the newsletter, in every state: write only to those that are 'confirmed', and nothing where the wish is 'none' |
| guests/ | who signed up for each event: coming, waiting, gone |
| newsletters/ | the newsletters that were sent, as text |
| pictures/ | every picture as it was uploaded; the texts refer to them |

Tables are there as workbooks (.xlsx), for spreadsheet programs, and as CSV in UTF-8, with a comma between cells. A cell of CSV that begins with ' holds a text that a spreadsheet program might take for
a formula. Times that end in Z are UTC; dates of events are the wall time in the zone of settings.csv.

The files hold addresses of people: keep them safe, and delete them when they are not needed any more. What is not in here: passwords
and accounts of administrators, earlier versions, the bin, who did what. A backup has those.
`;
}
