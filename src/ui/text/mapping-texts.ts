import type { MappingReport } from '../../data/formats/mapping/document.ts'
import type { ColumnRole } from '../../data/formats/mapping/edit.ts'
import type { DatasetInfo } from '../../engine/protocol/identity.ts'

export const roleNames: Readonly<Record<ColumnRole, string>> = {
  question: 'Question',
  context: 'Context',
  options: 'Options',
  answer: 'Right answer',
  images: 'Images',
  id: 'Id',
  task: 'Task',
  modality: 'Modality',
  anatomy: 'Region',
  group: 'Group',
  split: 'Split',
}

/** The origin of a mapping, and what the user should check. */
export function mappingWords({ origin, document }: MappingReport): string {
  switch (origin) {
    case 'preset':
      return `Recognised as ${document.name}. Its columns are known.`
    case 'guess':
      return 'Not a known benchmark. Columns were matched automatically. Check the examples.'
    case 'file':
      return `Uses the mapping “${document.name}”.`
  }
}

/** "PMC-VQA, split test_clean"; the name alone where all was read, or where an older run does not say. */
export const datasetWords = ({ name, mapping }: Pick<DatasetInfo, 'name' | 'mapping'>): string =>
  mapping?.read ? `${name}, split ${mapping.read}` : name
