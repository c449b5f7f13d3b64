/**
 * A process of `npm run dev` that has loaded the packages and waits; told a file, it becomes the
 * service. Loading packages takes half of a start.
 *
 *    node dev-service.mjs <package files ...>
 */
const told = new Promise((resolve) => process.once('message', resolve));
for (const file of process.argv.splice(2)) await import(file);
const service = await told;
process.disconnect();
await import(service);
