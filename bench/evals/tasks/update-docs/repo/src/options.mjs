/** What the command understands, and what holds without an option. */
export const options = {
  depth: { default: 5, help: 'how many levels of folders are read' },
  follow: { default: false, help: 'follow symbolic links' },
  format: { default: 'text', help: 'text or json' },
};
