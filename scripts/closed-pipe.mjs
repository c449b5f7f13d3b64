/** Imported first: the reader of the output may stop reading early, as `head` does; the work continues. */
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    if (error.code !== 'EPIPE') throw error;
  });
}
