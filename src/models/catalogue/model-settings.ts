import { Injectable } from '@nestjs/common';
import type { OfficeSettings } from '../../protocol/records/office.js';
import { CatalogueRevision } from './catalogue-revision.js';

/** Operators' decisions about models. */
export type ModelDecisions = Pick<OfficeSettings, 'disabledModelIds' | 'modelOverrides'>;

/**
 * Holds operators' decisions for the catalogue. The settings module owns them and passes them on
 * after loading and after each change.
 */
@Injectable()
export class ModelSettings {
  private decisions: ModelDecisions = { disabledModelIds: [], modelOverrides: {} };

  constructor(private readonly revision: CatalogueRevision) {}

  current(): ModelDecisions {
    return this.decisions;
  }

  apply({ disabledModelIds, modelOverrides }: ModelDecisions): void {
    this.decisions = { disabledModelIds, modelOverrides };
    this.revision.advance();
  }
}
