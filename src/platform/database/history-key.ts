/** Key of the document with the history id. Backups leave it out and so begin a new history. */
export const historyKey = 'history';
