import type { Cut } from '../../engine/analysis/field-groups.ts'
import type { SubgroupView } from '../../engine/analysis/subgroup-view.ts'
import { stored } from './stored.ts'

/** The address parameters that name the fields, by the tab that shows such a view. */
export const viewFields = {
  subgroups: ['by', 'cross'],
  cube: ['rows', 'columns', 'panels'],
} as const
export type ViewTab = keyof typeof viewFields

/** A view of subgroups that the user wants to find again: in this browser, for all runs with its fields. */
export interface SavedView {
  readonly tab: ViewTab
  /** The parameters of the address. */
  readonly query: string
}

/** "40, 60" as cut points; without any, equal parts. */
export function parseCut(text: string, parts: number): Cut {
  const numbers = text
    .split(/[,;\s]+/)
    .filter(part => part !== '')
    .map(Number)
  return numbers.length > 0 && numbers.every(Number.isFinite) ? { points: numbers } : { parts }
}

/** The number of equal parts in an address. */
export const partsIn = (query: URLSearchParams): number => Number(query.get('groups') ?? 4)

/** The view in an address, of a run with some fields. */
export function readView(tab: ViewTab, query: URLSearchParams, fields: readonly string[]): SubgroupView {
  const defaults = defaultFields(tab, fields)
  const named = viewFields[tab].flatMap((parameter, at) => {
    const wanted = query.get(parameter)
    const name = fields.find(field => field === wanted) ?? (wanted === '' ? null : (defaults[at] ?? null))
    return name === null
      ? []
      : [{ name, cut: parseCut(query.get(`${parameter}-cuts`) ?? '', partsIn(query)) }]
  })
  return { fields: named, chart: tab === 'cube' ? 'cube' : 'lines' }
}

/** The parameters of an address that are a view's. */
export function viewQuery(tab: ViewTab, query: URLSearchParams): Record<string, string> {
  const names = [...viewFields[tab].flatMap(name => [name, `${name}-cuts`]), 'groups']
  return Object.fromEntries(
    names.flatMap(name => {
      const value = query.get(name)
      return value === null ? [] : [[name, value]]
    }),
  )
}

/** The saved views, oldest first. */
const views = stored('voxelwise:views', (json): readonly SavedView[] =>
  Array.isArray(json) ? json.filter(isView) : [],
)

const isView = (one: unknown): one is SavedView =>
  typeof one === 'object' &&
  one !== null &&
  'tab' in one &&
  (one.tab === 'subgroups' || one.tab === 'cube') &&
  'query' in one &&
  typeof one.query === 'string'

const isSame = (a: SavedView, b: SavedView): boolean => a.tab === b.tab && a.query === b.query

/** Saves a view, or removes it. */
export function keepView(view: SavedView, isKept: boolean): void {
  const others = views.get().filter(one => !isSame(one, view))
  views.set(isKept ? [...others, view] : others)
}

/** The saved views; drawn again on change. */
export const { use: useSavedViews } = views

/** Whether a run has the fields that a view names. */
export function isFor({ tab, query }: SavedView, fields: readonly string[]): boolean {
  const params = new URLSearchParams(query)
  return viewFields[tab].every(name => !params.get(name) || fields.includes(params.get(name) ?? ''))
}

/** The saved views of a run with these fields. */
export const useViewsFor = (fields: readonly string[]): readonly SubgroupView[] =>
  useSavedViews()
    .filter(view => isFor(view, fields))
    .map(({ tab, query }) => readView(tab, new URLSearchParams(query), fields))

/** The fields of a tab without a choice. */
export const defaultFields = (tab: ViewTab, fields: readonly string[]): readonly (string | null)[] =>
  tab === 'cube'
    ? ['task', 'modality', 'parts']
    : [fields.includes('task') ? 'task' : (fields[0] ?? null), null]
