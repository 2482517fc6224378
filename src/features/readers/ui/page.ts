import { late } from '../../../ui/shared/late.ts'
import type { FeaturePage } from '../../../ui/shell/feature-page.ts'

/** Studies in which people answer. */
export const page: FeaturePage = {
  path: 'people',
  link: 'Have people answer',
  Page: late(async () => (await import('./people.tsx')).PeopleView),
}
