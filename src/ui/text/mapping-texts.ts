import type { MappingReport } from '../../data/formats/mapping/document.ts'
import type { ColumnRole } from '../../data/formats/mapping/edit.ts'

export const roleNames: Readonly<Record<ColumnRole, string>> = {
  question: 'Question',
  options: 'Options',
  answer: 'Right answer',
  images: 'Images',
  id: 'Id',
  task: 'Task',
  modality: 'Modality',
  anatomy: 'Region',
  group: 'Belong together',
}

/** Who made a mapping, and what that means for whoever relies on it. */
export function mappingWords({ origin, document }: MappingReport): string {
  switch (origin) {
    case 'preset':
      return `Recognised as ${document.name}: its columns are read as its authors mean them.`
    case 'guess':
      return 'No known benchmark. Which column is what was guessed from names and contents: see whether the examples are right.'
    case 'file':
      return `Read by the mapping “${document.name}”.`
  }
}
