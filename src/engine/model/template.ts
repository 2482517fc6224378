import { Environment, Interpreter, Template } from '@huggingface/jinja'

/**
 * Chat templates are programs out of a file that anyone may have written. They are run by the interpreter of
 * `@huggingface/jinja`, as transformers.js does, with a budget: a thread cannot be interrupted, and one that fills all
 * memory takes the page with it.
 */

/** Letters of the source: published ones have up to some 20,000, and of 65,536 blanks the lexer takes 2 s (in their square). */
const maxSource = 2 ** 16

/**
 * Steps of one rendering, where each value that comes up costs one, each of its parts another, and text a step for every 16
 * letters. A published template spends some hundreds on a question.
 */
const maxWork = 200_000

/** Letters of any text that comes up. */
const maxText = 2 ** 20

type Value = ReturnType<Interpreter['evaluate']>

class BoundedInterpreter extends Interpreter {
  #left = maxWork

  override evaluate(...[statement, environment]: Parameters<Interpreter['evaluate']>): Value {
    const value = super.evaluate(statement, environment)
    this.#spend(value)
    return value
  }

  /** Uses a list instead of recursion: values may be nested deeper than the stack, or form a cycle. */
  #spend(value: Value): void {
    const open: unknown[] = [value.value]
    while (open.length > 0) {
      const part = open.pop()
      this.#left -= typeof part === 'string' ? 1 + part.length / 16 : 1
      if (this.#left < 0) throw new Error('it takes too many steps')
      if (typeof part === 'string' && part.length > maxText) throw new Error('its text grows too long')
      const parts = Array.isArray(part) ? part : part instanceof Map ? part.values() : []
      for (const { value: inner } of parts as Iterable<Value>) {
        if (open.length > this.#left) throw new Error('its values grow too large')
        open.push(inner)
      }
    }
  }
}

/** Python's `range`, as far as a template may count. */
function range(start: number, stop?: number, step = 1): readonly number[] {
  const [from, to] = stop === undefined ? [0, start] : [start, stop]
  const length = Math.max(0, Math.ceil((to - from) / step))
  if (!(length <= maxWork)) throw new Error(`range() of ${length} numbers is too long`)
  return Array.from({ length }, (_, i) => from + i * step)
}

const clock = new Template('{{ strftime_now(format) }}')

function raise(message: unknown): never {
  throw new Error(`it says “${String(message)}”`)
}

export class ChatTemplateProgram {
  readonly #parsed: Template['parsed']

  /** @throws Error where it cannot be parsed */
  constructor(source: string) {
    if (source.length > maxSource) throw new Error(`it has ${source.length} letters`)
    this.#parsed = new Template(source).parsed
  }

  /**
   * The text that it makes of `context`, as `Template.render` would.
   * @throws Error where it raises an exception, fails or spends more than it may
   */
  render(context: Readonly<Record<string, unknown>>): string {
    const globals = {
      false: false,
      true: true,
      none: null,
      False: false,
      True: true,
      None: null,
      raise_exception: raise,
      range,
      strftime_now: (format: string) => clock.render({ format }),
    }
    const environment = new Environment()
    for (const [name, value] of Object.entries({ ...globals, ...context })) environment.set(name, value)
    return String(new BoundedInterpreter(environment).run(this.#parsed).value)
  }
}
