import { useController } from '../hooks/use-app.ts'
import { SaveFile } from '../shared/controls/save-file.tsx'
import { useViewsFor } from '../state/saved-views.ts'
import type { TabProps } from './tab-props.ts'

/** Saves the report from every tab. */
export function SaveReport({ results: { run, overview }, levels }: Pick<TabProps, 'results' | 'levels'>) {
  const controller = useController()
  const views = useViewsFor(overview.fields)
  return (
    <SaveFile file="report.html" make={waiting => controller.report(run.id, levels, views, waiting)}>
      Save the report
    </SaveFile>
  )
}
