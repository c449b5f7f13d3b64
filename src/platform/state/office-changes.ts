import { Injectable } from '@nestjs/common';
import { Subject, type Observable } from 'rxjs';

/**
 * Tells that the state of the whole office changed where no event of its own says so: a floor was
 * selected or closed, discovery finished, a harness was probed (behaviour-server.md 4.2). Whoever
 * assembles the state listens; whoever changes a part of it only calls `announce`.
 */
@Injectable()
export class OfficeChanges {
  private readonly subject = new Subject<void>();

  readonly changes$: Observable<void> = this.subject.asObservable();

  /** Call it once the change is true, so after the commit. */
  announce(): void {
    this.subject.next();
  }
}
