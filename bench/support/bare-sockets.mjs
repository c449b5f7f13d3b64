/**
 * A bare `ws` server with the service's options. It broadcasts given frames to every socket, one
 * per turn of the event loop.
 */
import { Buffer } from 'node:buffer';
import { createServer } from 'node:http';
import { WebSocketServer } from 'ws';

const server = createServer();
const sockets = new WebSocketServer({ server, allowSynchronousEvents: false });
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));

process.on('message', async (asked) => {
  if (asked.frames === undefined) return;
  for (const text of asked.frames) {
    const frame = Buffer.from(text);
    for (const socket of sockets.clients) socket.send(frame, { binary: false });
    await new Promise(setImmediate);
  }
});
