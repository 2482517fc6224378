/** Addresses of the page of studies. */
import { hrefWith } from '../../../ui/state/router.ts'

export const sittingHref = (id: string): string => hrefWith({ sitting: id })

/** @param study its hash */
export const practiceHref = (study: string): string => hrefWith({ practice: study })
