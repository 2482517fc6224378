import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Button } from '../../../../../src/ui/shared/controls/button.tsx'

/** What a press of a submitting button does: whether its work begins, and whether the form is sent. */
function press(disabled: boolean): { readonly isBegun: boolean; readonly isSent: boolean } {
  const did = { isBegun: false, isSent: true }
  const { props } = Button({
    ...{ disabled, type: 'submit', children: 'Save' },
    onClick: () => {
      did.isBegun = true
    },
  })
  props.onClick({
    preventDefault: () => {
      did.isSent = false
    },
  })
  return did
}

test('a disabled button neither begins its work nor sends its form', () => {
  expect(press(true)).toEqual({ isBegun: false, isSent: false })
  expect(press(false)).toEqual({ isBegun: true, isSent: true })
})

test('a disabled button can have the keyboard focus', () => {
  const draw = (disabled: boolean) => renderToStaticMarkup(Button({ disabled, children: 'Save' }))
  expect(draw(true)).toBe('<button type="button" aria-disabled="true" class="button">Save</button>')
  expect(draw(false)).toBe('<button type="button" class="button">Save</button>')
})
