import { clsx } from 'clsx'

export function Logo({ className }: { className?: string }) {
  return (
    <span className={clsx('inline-flex items-center gap-2.5', className)}>
      <svg aria-hidden viewBox="0 0 20 24" className="h-6 w-5 shrink-0">
        <path d="M0 24V10a10 10 0 0 1 20 0v14Z" fill="currentColor" />
        <path
          d="M5 14.5q2.5 4.5 5 4.5t5-4.5"
          fill="none"
          strokeWidth="2.4"
          strokeLinecap="round"
          className="stroke-paper"
        />
      </svg>
      <span className="font-display text-[1.375rem] leading-none font-bold tracking-[-0.03em]">Voxhall</span>
    </span>
  )
}
