import type { UiFeature } from '../../../ui/feature/ui-feature.ts'
import { headerOffer } from './header-offer.ts'

export const headersUi: UiFeature = { questionOffer: headerOffer }
