/**
 * A model's thoughts, where the server leaves them in its answer: what stands between `<think>` and `</think>` at the
 * beginning. Some chat templates write the opening one into the prompt, so that only the closing one is in the answer; one
 * that was cut while it thought has said nothing.
 */
export function splitThoughts(content: string): { readonly said: string; readonly thoughts: string } {
  const opened = /^\s*<think(?:ing)?>/.exec(content)
  const closed = /<\/think(?:ing)?>\s*/.exec(content)
  if (closed)
    return {
      said: content.slice(closed.index + closed[0].length),
      thoughts: content.slice(opened?.[0].length ?? 0, closed.index).trim(),
    }
  return opened
    ? { said: '', thoughts: content.slice(opened[0].length).trim() }
    : { said: content, thoughts: '' }
}
