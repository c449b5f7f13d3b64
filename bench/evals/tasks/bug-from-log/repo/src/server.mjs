import { createServer } from 'node:http';
import { total } from './cart.mjs';

createServer((request, response) => {
  let body = '';
  request.on('data', (piece) => (body += piece));
  request.on('end', () => response.end(JSON.stringify({ total: total(JSON.parse(body).items) })));
}).listen(Number(process.env.PORT ?? 8080));
