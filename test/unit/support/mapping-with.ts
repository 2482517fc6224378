/** A mapping for tables with the columns `question` and `answer`, so that a test needs no guess. */
import type { JsonObject } from '@voxelwise/python'
import { readMapping } from '../../../src/data/formats/mapping/check.ts'
import type { MappingDocument } from '../../../src/data/formats/mapping/document.ts'

/** @param more further fields of its one entry, such as `options` and `images` */
export const mappingWith = (more: JsonObject = {}): MappingDocument =>
  readMapping(
    { version: 1, name: 'By names', tables: [{ question: 'question', answer: 'answer', ...more }] },
    'mapping.json',
  )

/** A column an option, named by its letter. */
export const letteredOptions = { options: { prefix: '' } } as const
