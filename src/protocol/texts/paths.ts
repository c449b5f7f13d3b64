import { quoted } from './format.js';

/** Reasons not to use a path. */
export const pathTexts = {
  largerThan: (bytes: number) => `it is larger than ${bytes} bytes.`,
  notUtf8: 'it is not a text in UTF-8.',
  required: 'Path argument must be a non-empty string.',
  nul: 'Refusing a path with a NUL byte in it.',
  driveRelative: (candidate: string) =>
    `Refusing drive-relative path ${quoted(candidate)}: it is not confined to the workspace.`,
  stream: (candidate: string) =>
    `Refusing path ${quoted(candidate)}: a colon names an alternate data stream.`,
  device: (candidate: string) =>
    `Refusing path ${quoted(candidate)}: one of its parts is a reserved device name.`,
  escapes: (candidate: string, root: string) =>
    `Refusing path ${quoted(candidate)}: it escapes the workspace root ${quoted(root)}.`,
  link: (candidate: string, link: string) =>
    `Refusing path ${quoted(candidate)}: ${quoted(link)} is a link, and links are not followed.`,
  git: (candidate: string) =>
    `Refusing to write ${quoted(candidate)}: the .git directory belongs to git.`,
  notAFile: (candidate: string) => `Refusing path ${quoted(candidate)}: it is not a regular file.`,
  busy: (path: string, seconds: number) =>
    `${path} has been held by others who change it for ${seconds} s; nothing was written. Try again.`,
  notADirectory: (candidate: string) =>
    `Refusing path ${quoted(candidate)}: a part of it is not a directory.`,
} as const;
