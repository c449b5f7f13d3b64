import { Entity } from 'typeorm';
import { JsonColumn, TextKey, TimeColumn } from './columns.js';

/** A document of which an installation has exactly one. */
@Entity('office_documents')
export class OfficeDocumentEntity {
  @TextKey()
  key!: string;

  @JsonColumn({ name: 'document_json' })
  document!: unknown;

  @TimeColumn({ name: 'updated_at' })
  updatedAt!: number;
}
