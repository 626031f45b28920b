import type { LegalDocument } from './legal-page.tsx'

// Each entry describes a table in server/src/infra/db/schema and what deletes its rows. Change them together.
const KEPT = [
  {
    what: 'Your account',
    holds:
      'E-mail address, display name, the dates on which it was made and changed, and a scrypt hash of your password. The password itself is never stored.',
    why: 'So that you can sign in, and no one else can sign in as you.',
    until: 'You delete your account on your account page.',
  },
  {
    what: 'Where you are signed in',
    holds: 'One entry for each sign-in: the time, the network address and the kind of browser.',
    why: 'So that a stranger’s sign-in can be found and ended.',
    until: 'You log out, or seven days pass without a visit. Expired entries are deleted every hour.',
  },
  {
    what: 'Your calls',
    holds:
      'Which assistant you talked with, when and for how long; what you said and what you heard, as text; and how quickly each answer came. No audio.',
    why: 'So that you can read a call again, and your minutes are counted correctly.',
    until:
      'You delete your account, or ask us to delete your calls sooner. A call that was set up but never started is deleted after about an hour.',
  },
  {
    what: 'Your plans',
    holds:
      'Which plan at which price, its start and end, the email address that paid, the payment company’s reference numbers for you and the subscription, and the minutes that each call took. No card details.',
    why: 'So that you get what you paid for, and never pay twice.',
    until:
      'The law no longer requires records of sales. Until then, one line about each subscription stays after your account is deleted. The payment company’s notices about it are deleted after 30 days.',
  },
  {
    what: 'Your own assistants',
    holds:
      'What you wrote and chose for them: photo, name, voice, first message, instructions and knowledge. The place and time stored inside a photo are removed from it.',
    why: 'So that they can talk, and you can change them. Anyone who has the address of a live assistant sees its photo, name and first message. What callers without an account say is not kept, unless the owner of the assistant keeps it.',
    until: 'You delete the assistant or your account. A photo that no assistant uses is deleted after two days.',
  },
  {
    what: 'Conversations with a business’s own assistant',
    holds:
      'Whether each thing you said was understood and how long the answer took. If the business keeps conversations: what was said, as text, and the business’s notes about it. What you leave on purpose, such as a message or an appointment, is kept with it.',
    why: 'So that the business can read what its visitors asked and answer it better. The assistant says before you speak that your words are kept, and for how long.',
    until:
      'The number of days that the assistant told you, or the business deletes it earlier. What you left on purpose stays until the business deletes the assistant or its account.',
  },
  {
    what: 'Mails that we send you',
    holds:
      'Your address, the subject and, until it is sent, the text. Once a mail server has accepted the mail, its text and links are erased here.',
    why: 'So that a confirmation, a new password or a receipt reaches you even when the mail server is down for a while.',
    until:
      'You delete your account, or 30 days pass after it was sent. A mail that cannot be sent is deleted after seven days, or sooner if it would be of no use any more, for example because its link has expired.',
  },
  {
    what: 'The team’s contact list',
    holds:
      'For everyone who signs up or writes to us: email address, name and company if given, the date, messages from the contact form, and the team’s notes about its answer.',
    why: 'So that a person can answer you.',
    until: 'You delete your account, or ask us to delete the entry.',
  },
  {
    what: 'Wrong team codes',
    holds: 'The network address and the time of each wrong attempt at the team’s access code.',
    why: 'So that nobody can guess the code.',
    until: 'One day.',
  },
  {
    what: 'Free calls and what calls cost',
    holds:
      'For each call: the day, its length, what it cost us, and keyed hashes of your email address and your network address. The addresses cannot be read from the hashes.',
    why: 'So that free minutes stay within the limits of the day, and nobody can use them up for everyone else.',
    until: 'Two days, even if you delete your account before then.',
  },
  {
    what: 'The server’s log',
    holds:
      'The time, page address, result and duration of each request. No names, no network addresses, no words from calls, and nothing that follows a question mark in an address.',
    why: 'So that faults can be found.',
    until: 'The operator clears the log.',
  },
]

export const PRIVACY: LegalDocument = {
  path: '/privacy',
  pageTitle: 'Privacy: what Voxhall keeps, and for how long',
  pageDescription:
    'Your voice is not stored, the words of your calls are kept for you alone, and there are no cookies or trackers. What is kept, why, and until when.',
  title: 'Privacy',
  lead: 'What this site learns about you, what it keeps and for how long, and who can see it.',
  changedOn: '2026-11-28',
  inShort: [
    '**Your voice is not stored.** It is used to answer you, and then it is gone.',
    '**The words of your calls are kept as text** for you to read again. No other visitor can open them, and the team’s pages do not show them. An assistant that a business made says before you speak if the business keeps your words, and for how long.',
    '**No cookies, no advertising, no trackers.** Pages load nothing from other companies, unless the operator has connected an outside service for calls.',
    '**You can download everything or delete it** on [your account page](/account).',
  ],
  sections: [
    {
      id: 'who',
      title: 'Who is responsible',
      text: [
        'Voxhall is software that runs on a server. The operator of this server is responsible for your data: the person or company behind the address that your browser shows now. On this page, “we” means the operator.',
        'You can reach the operator through the [contact form](/contact?about=privacy). Ask there for a name and a postal address if you need them, for instance for a formal request.',
      ],
    },
    {
      id: 'what-is-kept',
      title: 'What is kept, and until when',
      text: [
        'Browsing the site, and hearing an assistant say hello, leaves only entries in the server’s log. This list is complete:',
        <KeptList key="kept" />,
        'We need the account, the sign-ins, the calls, the plans and the mails to give you what you asked for. We keep the rest because we have an interest in answering people and keeping the site safe; you may object to that.',
      ],
    },
    {
      id: 'voice',
      title: 'Your voice in a call',
      text: [
        'The microphone is used only after you press Talk and your browser has asked you. “Mute” and “End Call” stop it, and so does closing the page.',
        'While you talk, the sound travels to the same server that sent you this page. A program there recognizes the words, unless the operator has connected [an outside service](#others) for it. It works in memory: no audio is written to disk, no voice print is made, and nobody listens in. Only the words are kept, and of an assistant’s answer only the part that you heard.',
        'In browsers with speech recognition of their own, a call asks how you want to be heard. “In your own words”: the maker of your browser receives your voice and turns it into text under its own rules; this server receives only the text. “By … alone”, with the assistant’s name, and as long as you have not chosen: your voice goes to this server and nowhere else. You can change it under “How you are heard”.',
        'We do not use anything that you say to train a model. Even so, please do not say passwords, card numbers or other people’s secrets aloud: no assistant needs them.',
      ],
    },
    {
      id: 'browser',
      title: 'What your browser stores',
      text: [
        'This site sets no cookies. Your browser’s local storage holds:',
        [
          'your session with your name and email address, until you log out;',
          'a team-access mark, if you entered the team’s code;',
          'a random mark from sign-up until you confirm your address, and one that stays after signing in, so that wrong passwords typed elsewhere do not keep you out;',
          'a random mark if you pay before you have an account, so that two tabs do not pay twice;',
          'the link to a plan that you paid without an account, while you log in or sign up to take it;',
          'how you want to be heard in calls, once you have chosen;',
          'drafts of forms that you have not sent, until you send them or close the tab; a draft of your own assistant, with its photo, stays until you submit it or log out, for sixty days at most;',
          'a copy of the site’s public pages and pictures, so that they open without a connection.',
        ],
        '“Clear site data” in your browser removes all of this, and nothing else.',
      ],
    },
    {
      id: 'others',
      title: 'Who else receives data',
      text: [
        'Speech recognition, answers, voices, videos, accounts and the database are all built into this server. No other company takes part unless the operator has connected one of these services:',
        [
          'a mail server, which receives your address and the mails to you;',
          'a hosted database, which stores the data listed above for the operator;',
          'a file store, which holds photos and videos;',
          'speech and language services, which receive the sound or the words of a call in order to recognize, answer or speak them;',
          'a video service, which receives the photo and the text of a talking video, or runs Healthcare’s agent in your browser;',
          'Vapi, which carries calls that you start with it and loads its script into your browser;',
          'a payment company, which receives your email address, your plan and, on its own page, your card. Card numbers never reach this server.',
        ],
        'Which services are connected right now is public: [this server’s own report](/api/health). We do not sell your data. We give data to an authority only where the law requires it.',
      ],
    },
    {
      id: 'team',
      title: 'What the team can see',
      text: [
        'The team’s pages show the contact list, and who has which plan with how many minutes used. They do not show calls. As with any service, the people who administer the database could technically read it; the operator allows that only to fix a fault.',
      ],
    },
    {
      id: 'safety',
      title: 'How it is protected',
      text: [
        'Passwords are hashed with scrypt. Access tokens for the team and for calls are stored only as hashes. Repeated guessing is slowed down and then blocked. The pages run no scripts from other sites, and your browser enforces that.',
        'If you find a vulnerability, tell us through the [contact form](/contact) before you tell others. We take no action against people who look in good faith and harm no one.',
      ],
    },
    {
      id: 'your-rights',
      title: 'What you can ask for',
      text: [
        'Wherever you live, you may ask us to:',
        [
          'tell you what we hold about you, and send you a machine-readable copy;',
          'correct mistakes in it;',
          'delete your calls or your entry in the contact list;',
          'stop using your data for anything that you have not asked for.',
        ],
        '[Your account page](/account) gives you that copy, and deletes the account with its sign-ins, calls, mails and your entry in the contact list, at once and without asking us. If you made assistants, what their visitors left goes too, and so do emails to those visitors that are stored here. For everything else use the [contact form](/contact?about=privacy) with the email address of your account. We may ask you to confirm that it is yours. We answer within a month. If you are not satisfied, you can complain to the data protection authority where you live.',
        'Copies in backups disappear when the operator’s backups are replaced.',
      ],
    },
    {
      id: 'children',
      title: 'Children',
      text: [
        'Voxhall is made for adults. If you are under 16, please use it only together with a parent or guardian. If a child has made an account alone, write to us and we will delete it.',
      ],
    },
    {
      id: 'changes',
      title: 'When this page changes',
      text: [
        'The date at the top changes with it. Before a change that shares more of your data, we tell people with an account by email.',
      ],
    },
  ],
}

/** Stored data with reasons and periods: a table on wide screens, cards on phones, a single list for screen readers. */
function KeptList() {
  return (
    <ul className="kept-list grid gap-3">
      {KEPT.map(({ what, holds, why, until }) => (
        <li
          key={what}
          className="rounded-card border border-line bg-raised p-4 sm:px-5 print:break-inside-avoid print:p-2"
        >
          <h3 className="text-lg">{what}</h3>
          <p className="mt-1">{holds}</p>
          <dl className="mt-2 grid gap-x-3 gap-y-1 text-[0.9375rem] text-ink-soft sm:grid-cols-[3.5rem_1fr]">
            <dt className="font-medium text-ink">Why</dt>
            <dd>{why}</dd>
            <dt className="font-medium text-ink max-sm:mt-1">Until</dt>
            <dd>{until}</dd>
          </dl>
        </li>
      ))}
    </ul>
  )
}
