import { cva, type VariantProps } from 'class-variance-authority'
import type { ComponentProps } from 'react'
import { clsx } from 'clsx'
import { Link, type LinkProps } from 'react-router'

/** The classes of a button, for other elements that look like one. */
export const buttonClass = cva(
  'inline-flex items-center justify-center gap-2 rounded-full font-semibold whitespace-nowrap no-underline select-none ' +
    'transition-[background-color,border-color,color,transform] duration-150 ease-calm active:translate-y-px ' +
    'disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60 ' +
    'max-[18rem]:px-3 max-[18rem]:py-2 max-[18rem]:text-center max-[18rem]:leading-tight max-[18rem]:whitespace-normal',
  {
    variants: {
      kind: {
        primary: 'bg-accent text-on-accent hover:bg-accent-hover forced-colors:border',
        ink: 'bg-ink text-paper hover:bg-ink-soft forced-colors:border',
        outline: 'border border-line-strong text-ink hover:border-ink hover:bg-sunk',
        quiet: 'text-ink hover:bg-sunk',
      },
      size: {
        /** Less high where there is no touch screen. */
        dense: 'min-h-9 px-4 max-sm:min-h-11 text-[0.9375rem]',
        small: 'min-h-11 px-4 text-[0.9375rem]',
        medium: 'min-h-11 px-5 text-base',
        large: 'min-h-13 px-7 py-2 text-center text-[1.0625rem] leading-tight max-sm:whitespace-normal',
      },
    },
    defaultVariants: { kind: 'outline', size: 'medium' },
  },
)

interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'>, VariantProps<typeof buttonClass> {
  /** Lets presses do nothing, for example while the button is busy. `disabled` would take the keyboard focus away. */
  'aria-disabled'?: boolean
}

export function Button({ kind, size, className, type = 'button', onClick, ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={clsx(buttonClass({ kind, size }), className)}
      // Prevented, a press does not submit the form either, nor does Enter in one of its fields.
      onClick={rest['aria-disabled'] ? (event) => event.preventDefault() : onClick}
      {...rest}
    />
  )
}

export function ButtonLink({ kind, size, className, ...link }: LinkProps & VariantProps<typeof buttonClass>) {
  return <Link {...link} className={buttonClass({ kind, size, className })} />
}
