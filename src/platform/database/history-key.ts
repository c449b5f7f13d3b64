/** Under which the document of the history is stored. A backup has none, and so begins a new one. */
export const historyKey = 'history';
