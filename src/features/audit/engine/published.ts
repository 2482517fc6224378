/** The categories of arXiv 2606.17710 by their authors' code, shown beside our verdict. Intervals are ours. */
import type { Metric } from './metrics.ts'
import type { AuditFigure } from './slice-figures.ts'

export interface PublishedCategories {
  /** As submitted (commit 0b1c225): needs CGR, UAR and IMS. `none` where no rule holds. */
  readonly asSubmitted?: 'ignores' | 'unstable' | 'uses' | 'none'
  /** Revised (commit 102dba9): needs SSP. Their limits for a model that ignores the image are in a file that we do not have: `open`. */
  readonly revised?: 'uses' | 'open'
}

const stable = 0.9
const unstable = 0.7

/** Empty where the figures that they need were not measured. */
export function publishedCategories(figures: readonly AuditFigure[]): PublishedCategories {
  const known = (metric: Metric) => figures.find(figure => figure.metric === metric)
  const [cgr, uar, ims, ssp] = [known('cgr'), known('uar'), known('ims'), known('ssp')]
  return {
    ...(cgr && uar && ims && { asSubmitted: asSubmitted(cgr, uar, ims) }),
    ...(ssp && { revised: (ssp.low ?? -1) > 0 ? 'uses' : 'open' }),
  }
}

function asSubmitted(
  cgr: AuditFigure,
  uar: AuditFigure,
  ims: AuditFigure,
): NonNullable<PublishedCategories['asSubmitted']> {
  if (cgr.value === 0 && uar.value === 1 && ims.value === 1) return 'ignores'
  if (ims.value < unstable) return 'unstable'
  return (cgr.low ?? 0) > 0 && ims.value >= stable ? 'uses' : 'none'
}
