import { count } from '../text/format.ts'

const named = 3

/** Images that changed while their run went on: its answers about them are not about one and the same picture. */
export function ChangedImagesNote({ paths }: { readonly paths: readonly string[] }) {
  if (paths.length === 0) return null
  const more = paths.length > named ? ` and ${count(paths.length - named)} more` : ''
  return (
    <p className="warning">
      {paths.length === 1 ? 'An image' : `${count(paths.length)} images`} changed while the run went on, so
      that questions about {paths.length === 1 ? 'it' : 'them'} were asked of different pictures:{' '}
      <span className="mono">{paths.slice(0, named).join(', ')}</span>
      {more}.
    </p>
  )
}
