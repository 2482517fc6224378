import type { UnreadReplies } from '../../../engine/analysis/unread.ts'
import { resultsHref } from '../../state/router.ts'
import { frequentReply, unreadHeadline, unreadMeaning } from '../../text/cut.ts'
import { PageOnly } from '../controls/page-link.tsx'

interface Props {
  readonly run: string
  readonly unread: UnreadReplies
}

/** The headline of a run most of whose replies could not be read, with the way to other rules; nothing for others. */
export function UnreadNote({ run, unread }: Props) {
  const headline = unreadHeadline(unread)
  if (headline === null) return null
  return (
    <div className="warning">
      <p>
        <strong>{headline}</strong> {frequentReply(unread)} {unreadMeaning}
      </p>
      <PageOnly>
        <p>
          <a href={resultsHref(run, 'overview', { rules: 'all' })}>Read the same replies by other rules</a>
        </p>
      </PageOnly>
    </div>
  )
}
