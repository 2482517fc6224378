import { counted } from '../../../engine/base/counted.ts'
import { count, milliseconds, none, points, pointsInterval, pValue } from '../../../ui/text/format.ts'
import type { ComparedConditions } from '../engine/condition-comparison.ts'
import { refusedWords } from '../text/reader-words.ts'

const named = (condition: string): string => (condition === '' ? 'as usual' : condition)

/** The same readers in two conditions. */
export function TwoConditions({
  of: { first, second, readers, samples, difference, time },
}: {
  readonly of: ComparedConditions
}) {
  const { effect, low, high, p, refused } = difference
  return (
    <section className="stack whole" aria-label="Two conditions">
      <h3>Two conditions of the same readers</h3>
      <p className="prose">
        First: <bdi>{named(first)}</bdi>. Second: <bdi>{named(second)}</bdi>. {count(readers)} readers
        answered {count(samples)} questions in both. Their mean accuracy changed by{' '}
        {effect === null ? none : `${points(effect)} points`}
        {low !== null &&
          high !== null &&
          ` (${pointsInterval(low, high)}), p ${p === null ? none : pValue(p)}, for other readers and other cases (Obuchowski, Rockette and Hillis)`}
        .{refused !== null && ` ${refusedWords[refused]}`}
      </p>
      {time && (
        <p className="prose">
          {counted(time.pairs, 'answer')} {time.pairs === 1 ? 'has' : 'have'} a time in both. The median was{' '}
          {milliseconds(1000 * time.first)} in the first, {milliseconds(1000 * time.second)} in the second. Of
          no change, p is {pValue(time.p)} (sign flips of log seconds, by cluster).
        </p>
      )}
    </section>
  )
}
