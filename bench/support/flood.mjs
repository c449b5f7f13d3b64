/** Worker: sockets that send commands endlessly, each with `ahead` unanswered ones. */
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { WebSocket } from 'ws';

const { url, sockets, ahead } = workerData;
const command = JSON.stringify({ type: 'cancel', runId: 'none' });

for (let each = 0; each < sockets; each++) {
  const socket = new WebSocket(url);
  await once(socket, 'open');
  socket.on('message', (data) => {
    if (data.includes('"type":"error"')) socket.send(command);
  });
  for (let sent = 0; sent < ahead; sent++) socket.send(command);
}
parentPort.postMessage('open');
