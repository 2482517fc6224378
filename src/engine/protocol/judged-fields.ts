import { get } from '../base/python.ts'
import { Texts } from '../base/texts.ts'
import { type Judged, judgedOf } from './metrics.ts'
import type { RunRecord } from './record.ts'

const names = ['id', 'image_path', 'task', 'modality', 'parts', 'dataset'] as const

/** Gathers of each answer only what official figures and shortcut links are made of: all of a large run takes little memory. */
export class JudgedFields {
  readonly judged: Judged[] = []
  readonly #texts = new Texts()

  add(records: readonly RunRecord[]): void {
    for (const { fields, correct } of judgedOf(records))
      this.judged.push({
        correct,
        fields: Object.fromEntries(
          names.flatMap(name => {
            const value = get(fields, name)
            if (value === undefined) return []
            return [[name, typeof value === 'string' ? this.#texts.of(value) : value]]
          }),
        ),
      })
  }
}
