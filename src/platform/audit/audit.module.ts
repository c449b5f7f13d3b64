import { Global, Module } from '@nestjs/common';
import { AuditLog } from './audit-log.js';
import { AuditTrail } from './audit-trail.js';

/** Owns the audit log: who changed what, when and from where. */
@Global()
@Module({
  providers: [AuditLog, AuditTrail],
  exports: [AuditLog, AuditTrail],
})
export class AuditModule {}
