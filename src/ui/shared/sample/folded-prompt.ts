/** How often a token is repeated at least to be counted instead of written. */
const least = 4
/** Characters of the longest token that is looked for. */
const longest = 80

/** A prompt with its runs of one image token counted: "<image> × 64". */
export function foldedPrompt(prompt: string): string {
  let text = ''
  for (let at = 0; at < prompt.length; ) {
    const token = tokenAt(prompt, at)
    let times = 1
    while (token !== null && prompt.startsWith(token, at + times * token.length)) times++
    if (token !== null && times >= least) text += `${token} × ${times} `
    else text += token === null ? prompt[at] : token.repeat(times)
    at += token === null ? 1 : token.length * times
  }
  return text
}

const closing: Readonly<Record<string, string>> = { '<': '>', '[': ']' }

/** "<image>" or "[IMG]"; null where no such token begins. */
function tokenAt(prompt: string, at: number): string | null {
  const close = closing[prompt[at] ?? '']
  if (close === undefined) return null
  const token = prompt.slice(at, at + longest)
  const end = token.indexOf(close)
  return end > 0 ? token.slice(0, end + 1) : null
}
