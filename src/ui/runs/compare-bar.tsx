import { counted } from '../../engine/base/counted.ts'
import { compareHref, navigate } from '../state/router.ts'

/** Compares the ticked runs; the first ticked is the baseline. */
export function CompareBar({ picked }: { readonly picked: readonly string[] }) {
  return (
    <div className="compare-bar">
      <button
        type="button"
        className="button"
        disabled={picked.length < 2}
        onClick={() => navigate(compareHref(picked))}
      >
        {picked.length < 2 ? 'Compare' : `Compare ${counted(picked.length, 'run')}`}
      </button>
      <span className="muted" role="status">
        {picked.length === 0 && 'Tick two or more runs to compare them.'}
        {picked.length === 1 && 'This is the baseline; tick at least one more.'}
        {picked.length > 1 && 'The first ticked is the baseline.'}
      </span>
      <a href={compareHref([], 'published')}>Published models</a>
    </div>
  )
}
