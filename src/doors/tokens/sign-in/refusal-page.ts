import { escapedHtml } from '#platform/http/escaped-html.js';
import { signInTexts } from '#protocol/texts/sign-in.js';

/** What a person sees in the browser whose sign-in was refused. */
export function refusalPage(reason: string, office: string): string {
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width" />
    <title>${signInTexts.refusalTitle}</title>
  </head>
  <body>
    <main>
      <h1>${signInTexts.refusalTitle}</h1>
      <p>${escapedHtml(reason)}</p>
      <p><a href="${escapedHtml(office)}">${signInTexts.openOffice}</a></p>
    </main>
  </body>
</html>
`;
}
