/** What is used here of saxen, which comes without types. */
declare module 'saxen' {
  type Attributes = Readonly<Record<string, string>>
  type Decode = (text: string) => string

  export class Parser {
    on(name: 'openTag', callback: (element: string, attributes: () => Attributes) => void): this
    on(name: 'closeTag', callback: (element: string) => void): this
    on(name: 'text', callback: (text: string, decode: Decode) => void): this
    on(name: 'cdata', callback: (text: string) => void): this
    on(name: 'error', callback: (error: Error) => void): this
    parse(xml: string): this
  }
}
