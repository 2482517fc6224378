import type { UiFeature } from '../../../ui/feature/ui-feature.ts'
import { auditMethods } from './audit-methods.ts'
import { auditTab } from './audit-tab.tsx'
import { auditView } from './audit-view.tsx'
import { imageUseCard } from './image-use-card.ts'

export const auditUi: UiFeature = {
  withImageSections: added => {
    const view = auditView(added)
    return { parts: [auditTab(view)], views: [{ view, before: null }] }
  },
  methods: [auditMethods],
  cards: [imageUseCard],
}
