/** Stores every row; answers how many were stored. */
export async function importAll(rows, store) {
  let stored = 0;
  rows.forEach(async (row) => {
    await store(row);
    stored += 1;
  });
  return stored;
}
