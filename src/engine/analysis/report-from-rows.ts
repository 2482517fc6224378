import { get, str } from '../base/python.ts'
import type { RunRecord } from '../protocol/record.ts'
import { chainImage } from './report.ts'

/**
 * Whether a record's row is enough for the official shortcut report. A row has its id and task as Python writes them,
 * so a missing id and "None" are the same there, and its images as paths.
 */
export function rowSufficesForReport({ sample }: RunRecord): boolean {
  const { fields } = sample
  const [id, task, named] = ['id', 'task', 'image_path'].map(name => get(fields, name))
  if (id === undefined || id === null || typeof task !== 'string') return false
  return (named === undefined || named === null ? '' : str(named)) === chainImage(sample)
}
