/**
 * A bare Nest application with the service's JSON answers: `BARE_ANSWERS` has them by path.
 *
 * Bodies are indented as the service's are; it makes no ETag, which would slow it down. With
 * `BARE_HEADERS` every answer carries these headers.
 */
import 'reflect-metadata';
import { Controller, Get } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { __decorate } from 'tslib';

const answers = JSON.parse(process.env.BARE_ANSWERS);

class HealthController {
  read() {
    return answers['/api/health'];
  }
}
__decorate([Get('health')], HealthController.prototype, 'read', null);
const Health = __decorate([Controller('api')], HealthController);

class RunsController {
  list() {
    return answers['/api/runs'];
  }
}
__decorate([Get('runs')], RunsController.prototype, 'list', null);
const Runs = __decorate([Controller('api')], RunsController);

class BareModule {}
Reflect.defineMetadata('controllers', [Health, Runs], BareModule);

const app = await NestFactory.create(BareModule, { logger: false });
app.set('json spaces', 2).disable('etag');
const headers = Object.entries(JSON.parse(process.env.BARE_HEADERS ?? '{}'));
if (headers.length > 0) {
  app.use((_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  });
}
await app.listen(0, '127.0.0.1');
console.log(`http://127.0.0.1:${app.getHttpServer().address().port}`);
