import type { Forge } from '#protocol/records/forges.js';

/** Reasons why the run for the next issue would fail. */
export function ForgeNotes({ forge: { ceilingNote, folderNote } }: { readonly forge: Forge }) {
  return [ceilingNote, folderNote].map(
    (note) =>
      note !== null && (
        <p key={note} className="notice wait small">
          {note}
        </p>
      ),
  );
}
