import { unknownTasks } from '../../engine/analysis/chains.ts'
import {
  defaultHighLevelTasks,
  defaultIgnoredTasks,
  type Level,
  type ShortcutOptions,
  type TaskLevel,
} from '../../engine/protocol/shortcut.ts'

/**
 * The task levels of the shortcut analysis, as they are in the address too; null takes the protocol's defaults.
 * `low`: tasks that the protocol does not name and that someone said are perceptions.
 */
export type LevelChoice = Readonly<Record<'high' | 'ignore' | 'low', readonly string[] | null>>

export const officialLevels: LevelChoice = { high: null, ignore: null, low: null }

/** The chosen task levels in the address (`high`, `ignore`, `low`, each once per task). */
export function levelsFromQuery(query: URLSearchParams): LevelChoice {
  const chosen = (key: string) => {
    const tasks = query.getAll(key)
    return tasks.length > 0 ? tasks : null
  }
  return { high: chosen('high'), ignore: chosen('ignore'), low: chosen('low') }
}

export function shortcutOptions({ high, ignore }: LevelChoice): ShortcutOptions {
  return {
    highLevelTasks: high ? new Set(high) : undefined,
    ignoredTasks: ignore ? new Set(ignore) : undefined,
  }
}

/** Tasks that the protocol does not name and that nobody has placed: they are to be asked about. */
export function unplaced(levels: readonly TaskLevel[], choice: LevelChoice): readonly TaskLevel[] {
  return unknownTasks(levels, shortcutOptions(choice), new Set(choice.low))
}

/** The choice after one task was moved; null where it is the default. @param placed tasks marked as perceptions */
export function moveTask(
  levels: readonly TaskLevel[],
  moved: string,
  to: Level,
  placed: readonly string[],
): LevelChoice {
  const listed = new Set(levels.map(({ task }) => task))
  const list = (level: Level, defaults: ReadonlySet<string>) => {
    const absent = [...defaults].filter(task => !listed.has(task))
    const chosen = levels
      .filter(one => (one.task === moved ? to : one.level) === level)
      .map(({ task }) => task)
    const all = [...absent, ...chosen]
    return all.length === defaults.size && all.every(task => defaults.has(task)) ? null : all
  }
  const confirmed = unknownTasks(levels).some(({ task }) => task === moved) && to === 'low' ? [moved] : []
  const low = [...placed.filter(task => task !== moved), ...confirmed]
  return {
    high: list('high', defaultHighLevelTasks),
    ignore: list('ignored', defaultIgnoredTasks),
    low: low.length > 0 ? low : null,
  }
}
