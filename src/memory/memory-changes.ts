import { Injectable } from '@nestjs/common';
import { Subject, type Observable } from 'rxjs';

/** Changes of memory that no event of the interface tells of. */
export type MemoryChange =
  | { readonly kind: 'read'; readonly factIds: readonly string[]; readonly at: number }
  | { readonly kind: 'embedded' };

/** Told after the commit; a listener must not throw. */
@Injectable()
export class MemoryChanges {
  private readonly subject = new Subject<MemoryChange>();

  readonly changes$: Observable<MemoryChange> = this.subject.asObservable();

  announce(change: MemoryChange): void {
    this.subject.next(change);
  }
}
