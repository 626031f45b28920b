import * as Radix from 'radix-ui/tabs'
import { clsx } from 'clsx'
import type { ComponentProps } from 'react'

export const Tabs = Radix.Root

export function TabList({ className, ...rest }: ComponentProps<typeof Radix.List>) {
  return (
    <Radix.List
      className={clsx('grid auto-cols-fr grid-flow-col gap-1 rounded-full bg-sunk p-1', className)}
      {...rest}
    />
  )
}

export function TabTrigger({ className, ...rest }: ComponentProps<typeof Radix.Trigger>) {
  return (
    <Radix.Trigger
      className={clsx(
        'min-h-10 max-sm:min-h-11 rounded-full px-2 text-[0.9375rem] font-semibold text-ink-soft transition-colors duration-150 hover:text-ink',
        'data-[state=active]:bg-raised data-[state=active]:text-ink data-[state=active]:shadow-[0_1px_3px_var(--shadow-near)]',
        className,
      )}
      {...rest}
    />
  )
}

export const TabPanel = Radix.Content
