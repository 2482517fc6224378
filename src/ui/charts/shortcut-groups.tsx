import type { LinkCounts } from '../../engine/statistics/bootstrap.ts'
import { count } from '../format.ts'

const side = 72

/** The four groups of links as a two-by-two table; the area of a square is its number of links. */
export function ShortcutGroups({ counts: { A, B, C, D } }: { readonly counts: LinkCounts }) {
  const most = Math.max(1, A, B, C, D)
  const cell = (letter: string, n: number, meaning: string) => (
    <td data-group={letter}>
      <div className="group">
        <svg viewBox={`0 0 ${side} ${side}`} aria-hidden="true" focusable="false">
          <rect width={side * Math.sqrt(n / most)} height={side * Math.sqrt(n / most)} />
        </svg>
        <div>
          <p className="group-count">
            <span className="group-letter">{letter}</span> {count(n)}
          </p>
          <p className="group-meaning">{meaning}</p>
        </div>
      </div>
    </td>
  )
  return (
    <table className="groups">
      <caption className="visually-hidden">Links by whether diagnosis and perception were right</caption>
      <thead>
        <tr>
          <td />
          <th scope="col">Diagnosis right</th>
          <th scope="col">Diagnosis wrong</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row">Perception right</th>
          {cell('A', A, 'Grounded: it saw, and concluded rightly')}
          {cell('B', B, 'It saw, but concluded wrongly')}
        </tr>
        <tr>
          <th scope="row">Perception wrong</th>
          {cell('D', D, 'Shortcut: right without having seen')}
          {cell('C', C, 'It neither saw nor concluded rightly')}
        </tr>
      </tbody>
    </table>
  )
}
