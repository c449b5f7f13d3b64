import { toolTexts } from '../../protocol/texts/tools.js';
import { builtInTool } from '../built-in-tool.js';
import { failure } from '../checked-tool.js';
import { admit } from '../secrets/admit.js';
import { admitWriting } from './admit-writing.js';
import { changingFiles, putText } from './change-files.js';
import { readEditable, refuseLonger } from './editable-text.js';
import { findPlaces, maxPlaces, rangesOf } from './find-text.js';
import { lineAt } from './line-ends.js';
import { lengthAfter, lettersWritten, replacePlaces } from './replace-places.js';
import { staleWrite } from './stale-write.js';

interface EditFileArguments {
  readonly path: string;
  readonly oldString: string;
  readonly newString: string;
  readonly replaceAll: boolean;
}

export const editFileTool = builtInTool<EditFileArguments>({
  name: 'edit_file',
  description:
    'Replace text in a file. oldString is literal and must occur exactly once, unless replaceAll is set.',
  required: ['path', 'oldString', 'newString'],
  properties: {
    path: { type: 'string', minLength: 1 },
    oldString: { type: 'string', minLength: 1 },
    newString: { type: 'string' },
    replaceAll: { type: 'boolean', default: false },
  },
  readOnly: false,
  run: async ({ path, oldString, newString, replaceAll }, context) => {
    await admit(context, path);
    await admitWriting(context, [path], `${oldString}\n\n→\n\n${newString}`);
    return changingFiles(context, [path], async (root) => {
      const file = await readEditable(root, path);
      const stale = staleWrite(context, file);
      if (stale !== null) return stale;
      const { text } = file;
      const places = findPlaces(text, oldString);
      const [first] = rangesOf(places);
      if (first === undefined) return failure(toolTexts.textNotFound(path));
      if (places.count > 1 && !replaceAll) {
        return failure(toolTexts.textNotUnique(path, places.count));
      }
      const { replaceable: replaced } = places;
      if (replaced > maxPlaces) return failure(toolTexts.tooManyPlaces(path, replaced, maxPlaces));
      refuseLonger(file.path, lengthAfter(text, places, newString));
      const changed = replacePlaces(text, places, newString);
      if ('unclear' in changed) return failure(toolTexts.spellingUnclear(path, changed.unclear));
      const written = await putText(context, root, file, changed.text);
      if ('ok' in written) return written;
      const message = toolTexts.edited(file.path, replaced, lineAt(text, first.start));
      const letters = lettersWritten(text, places, newString);
      const content =
        letters === null ? message : `${message}\n${toolTexts.lettersWritten(letters)}`;
      return { ok: true, content, preview: message, affectsPaths: [file.path] };
    });
  },
});
