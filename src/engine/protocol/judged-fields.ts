import type { Json } from '../base/json.ts'
import { get } from '../base/python.ts'
import { Texts } from '../base/texts.ts'
import { type Judged, judgedOf } from './metrics.ts'
import type { RunRecord } from './record.ts'

/** The fields that figures and shortcut links are made of. */
export const judgedNames = ['id', 'image_path', 'task', 'modality', 'parts', 'dataset'] as const

/** Gathers of each answer only what official figures and shortcut links are made of: all of a large run takes little memory. */
export class JudgedFields {
  readonly judged: Judged[] = []
  readonly #texts = new Texts()

  add(records: Iterable<RunRecord>): void {
    for (const judged of judgedOf(records)) this.take(judged)
  }

  take({ fields, correct }: Judged): void {
    const kept: Record<string, Json> = {}
    for (const name of judgedNames) {
      const value = get(fields, name)
      if (value !== undefined) kept[name] = typeof value === 'string' ? this.#texts.of(value) : value
    }
    this.judged.push({ correct, fields: kept })
  }
}
