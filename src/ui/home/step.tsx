import { type ReactNode, useId, useLayoutEffect, useRef } from 'react'
import { SmallButton } from '../shared/controls/button.tsx'
import type { FolderWays } from './folder-card.tsx'
import type { StepFacts } from './steps.ts'

interface Props {
  readonly title: string
  readonly number: number
  readonly facts: StepFacts
  readonly isOpen: boolean
  readonly onOpen: () => void
  /** How its folder is picked or dropped, if it has one. */
  readonly ways?: Pick<FolderWays, 'target' | 'pick'>
  /** Parts that are there whether or not the step is open. */
  readonly always?: ReactNode
  readonly children: ReactNode
}

/** A step of the set-up: closed, it shows its choice in one line. */
export function Step({ title, number, facts, isOpen, onOpen, ways, always, children }: Props) {
  const id = useId()
  const what = title.toLowerCase()
  const target = ways?.target
  const heading = useRef<HTMLHeadingElement>(null)
  const wasOpen = useRef(isOpen)
  useLayoutEffect(() => {
    // The button that opened it is gone, and with it the focus.
    if (isOpen && !wasOpen.current && document.activeElement === document.body) heading.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return (
    <section
      className="panel step"
      aria-labelledby={id}
      data-open={isOpen}
      {...target}
      {...(target && {
        onDrop: event => {
          // It shows what came of it.
          onOpen()
          target.onDrop(event)
        },
      })}
    >
      <div className="step-head">
        <span className="step-number" aria-hidden="true">
          {number}
        </span>
        <h2 ref={heading} id={id} tabIndex={-1}>
          {title}
        </h2>
        {!isOpen && (
          <>
            <p className="step-line">
              {facts.choice !== null && (
                <strong>
                  <bdi>{facts.choice}</bdi>
                </strong>
              )}{' '}
              <span className={facts.isOpenTask ? '' : 'muted'}>{facts.detail}</span>
            </p>
            <span className="row step-ways">
              {ways && (
                <SmallButton onClick={ways.pick}>
                  Pick a folder<span className="visually-hidden">{` for the ${what}`}</span>
                </SmallButton>
              )}
              <SmallButton onClick={onOpen}>
                Change<span className="visually-hidden">{` the ${what}`}</span>
              </SmallButton>
            </span>
          </>
        )}
      </div>
      {isOpen && <div className="column">{children}</div>}
      {always}
    </section>
  )
}
