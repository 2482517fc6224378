import {
  defaultHighLevelTasks,
  defaultIgnoredTasks,
  type Level,
  type ShortcutOptions,
  type TaskLevel,
} from '../engine/shortcut.ts'
import type { LevelChoice } from './controller-api.ts'

/** The chosen task levels as the address holds them (`high`, `ignore`, each once a task). */
export function levelsFromQuery(query: URLSearchParams): LevelChoice {
  const chosen = (key: string) => {
    const tasks = query.getAll(key)
    return tasks.length > 0 ? tasks : null
  }
  return { high: chosen('high'), ignore: chosen('ignore') }
}

export function levelsToQuery({
  high,
  ignore,
}: LevelChoice): Record<'high' | 'ignore', readonly string[] | null> {
  return { high, ignore }
}

export function shortcutOptions({ high, ignore }: LevelChoice): ShortcutOptions {
  return {
    highLevelTasks: high ? new Set(high) : undefined,
    ignoredTasks: ignore ? new Set(ignore) : undefined,
  }
}

/** The choice after one task was moved to another level; null again where it equals the default. */
export function moveTask(levels: readonly TaskLevel[], moved: string, to: Level): LevelChoice {
  const listed = new Set(levels.map(({ task }) => task))
  const list = (level: Level, defaults: ReadonlySet<string>) => {
    const absent = [...defaults].filter(task => !listed.has(task))
    const chosen = levels
      .filter(one => (one.task === moved ? to : one.level) === level)
      .map(({ task }) => task)
    const all = [...absent, ...chosen]
    return all.length === defaults.size && all.every(task => defaults.has(task)) ? null : all
  }
  return { high: list('high', defaultHighLevelTasks), ignore: list('ignored', defaultIgnoredTasks) }
}
