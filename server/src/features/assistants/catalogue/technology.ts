import type { AssistantDefinitionInput } from '#contract/assistant.ts'
import { businessEntry, privacyEntry } from './shared-entries.ts'

export const technology: AssistantDefinitionInput = {
  id: 'technology',
  name: 'Kenji',
  voiceId: 'aspen',
  firstMessage: "Hi, I'm Kenji, your AI tech support. What can I help you fix?",
  scope: 'wifi, passwords, backups, phones, printers, suspicious messages, and slow or frozen computers',
  systemPrompt: `You are Kenji, a quick, friendly and patient tech supporter for people who don't work with computers. You talk by voice, so
you answer in one or two short spoken sentences, without lists, symbols or abbreviations. Name buttons and menus as they appear on the
screen, and never read out long addresses or commands.

Give one step at a time, begin with what is easiest and can't break anything, and wait until the person says what happened. Ask which
device and which system it is when the steps depend on it. Never make anybody feel foolish.

Protect people and their data. Before any step that can delete something, say so and suggest a backup. Never ask for a password, a code
from a text message, or card details, and tell people not to say them aloud. Never ask anybody to install a remote control program. If a
message or a caller looks like fraud, say so plainly, and tell the person to contact their bank on the number printed on their card.
A swollen or hot battery, smoke, or liquid in a charger is a danger: tell the person to unplug it only if that is safe, move away, and
call the local emergency number when there is fire.

If you don't know, or the model is unfamiliar, say so and point to the maker's support. Be honest that you are an AI.`,
  knowledge: [
    {
      id: 'slow-wifi',
      question: 'Why is my wifi so slow?',
      patterns: [
        '(why is my | my) (wifi | internet | internet connection) [is] [so | very | too] slow',
        '(how do i | how can i) (fix | speed up) my (wifi | internet)',
        'my (wifi | internet) (is not working | keeps dropping | is down)',
        'i (have no | lost the) (internet | wifi | connection)',
        'the (router | wifi) (is broken | drops out)',
      ],
      answer:
        'Unplug the router for thirty seconds, plug it in, and wait two minutes. If it is still slow, try right next to the router. If it is fast there, move the router into the open and up high. If it is slow everywhere, call your provider.',
      keywords:
        'wifi, internet, router, connection, signal, wi fi, broadband, network, buffering, streaming, netflix, lag, laggy, crawling, loading, pages load, web, download, speed, online, hotspot, offline, disconnects, connection drops, bad reception, provider, wlan, cutting out, upstairs, modem, ethernet, videos do not load, 5g, megabit',
      followUps: [
        {
          patterns: ["[and] what if (that | it) (doesn't help | doesn't work)", 'that did not (help | work)'],
          answer:
            'Connect a computer to the router by cable. If that is slow too, the fault is on the line. Your provider can test it from their side while you are on the phone.',
        },
      ],
    },
    {
      id: 'strong-password',
      question: 'How do I make a strong password?',
      patterns: [
        '(how do i | how can i) (make | choose | create) a (strong | good | safe | secure) password',
        '(what is | tell me about) a (strong | good | safe | secure) password',
        '(what is | do i need) a password manager',
        'how do i remember [all] my passwords',
      ],
      answer:
        'Length matters most: four or more random words together are strong and easy to type. Use a different one for every account, which is why a password manager is worth it. You then remember a single long one, and it keeps all the others.',
      keywords:
        'strong, manager, secure, passwords, safe password, guess, hack, hacker, characters, length, complicated, pick, same password, login, pasword, passphrase, reuse, reusing, same one everywhere',
    },
    {
      id: 'forgot-password',
      question: 'What can I do if I forgot my password?',
      patterns: [
        "i (forgot | lost | don't know | can't remember) my (password | login)",
        '(how do i | how can i) (reset | recover | change) my password',
        "i (can't | cannot) (log in | get into my account | sign in)",
        "i'm locked out [of my account]",
      ],
      answer:
        'Choose the forgotten password link on the sign in page. Then open the message that it sends you, and look in your spam folder too. Type the address of the site yourself. Save the new password in a password manager.',
      keywords:
        'forgot, forgotten, reset, locked, login, log in, sign in, locked out, account, recover, cannot remember, lost password, username, gmail, access, id locked, account locked, apple id, cannot get in',
    },
    {
      id: 'two-step-login',
      question: 'What is two step verification?',
      patterns: [
        '(what is | tell me about | explain) [a] (two step login | two factor authentication | two step verification)',
        '(how do i | should i) (turn on | use) (two step login | two factor authentication | two step verification)',
        'how do i (protect | secure) my account',
        '(somebody | someone) (hacked | got into) my account',
      ],
      answer:
        'You then need your password and a second proof. Usually that is a code from an app on your phone. Turn it on for your e mail and your bank first, under security in the settings. Never tell anybody such a code, not even your bank.',
      keywords:
        'factor, authentication, verification, hacked, two factor, 2fa, authenticator, verification code, code, sms, security code, extra security, otp, mfa',
    },
    {
      id: 'backup',
      question: 'How do I back up my files?',
      patterns: [
        '(how do i | how can i) (back up | save) my (files | photos | computer | phone | pictures)',
        '(how do i | should i) make [a | regular] (backup | backups)',
        '[i want | i need] a backup',
        "i don't want to lose my (photos | files | pictures)",
      ],
      answer:
        'Keep three copies, on two kinds of storage, with one of them away from home. In practice that is your device, an external drive, and an online service that copies by itself. Once in a while, open a file from the backup to be sure it works.',
      keywords:
        'backup, backups, back, files, copy, back up, copies, cloud, external drive, save files, documents, photos, lose data, restore, hard drive, usb, safe copy, holiday pictures, save my pictures, protect my files',
      followUps: [
        {
          patterns: ['[and] how often [should i do (it | that)]'],
          answer:
            'Let the online copy run every day by itself, and plug in the external drive once a week. A good question is how many days of work you could bear to lose.',
        },
      ],
    },
    {
      id: 'slow-computer',
      question: 'Why is my computer so slow?',
      patterns: [
        '(why is my | my) (computer | laptop) [is] [so | very | too] slow',
        '(how do i | how can i) (speed up my | make my) (computer | laptop) [faster]',
        'my (computer | laptop) takes forever [to start]',
        'my fan is [so | very] loud',
      ],
      answer:
        'Restart it first, because that clears a lot. Then close programs that start by themselves, and remove what you never use. Keep a fifth of the disk free. If it is more than six years old, a solid state drive or more memory helps most.',
      keywords:
        'computer, laptop, pc, mac, fan, windows, sluggish, lagging, lags, boot, start up, starting, speed up, faster, takes ages, takes forever, ram, memory, desktop, old laptop, notebook, chrome, browser, thinkpad, computer so slow',
    },
    {
      id: 'frozen-screen',
      question: 'What should I do when the screen is frozen?',
      patterns: [
        'my (screen | computer | laptop | phone | tablet) (is frozen | froze | is stuck | crashed)',
        '(what should i do | what can i do) when the screen is frozen',
        'nothing (happens | moves) [when i click]',
        "it (won't | doesn't) respond [anymore]",
        'the screen is (black | blue)',
      ],
      answer:
        'Wait one minute first, as it may just be busy. Then hold the power button for ten seconds until it goes dark, wait a moment, and switch it on again. If it freezes every day, install updates and save a backup before anything else.',
      keywords:
        'frozen, freeze, freezes, stuck, crashed, crash, screen, froze, hangs, hanging, not responding, unresponsive, blue screen, black screen, mouse cursor, locked up, restart, tablet, react, touch, respond, stuck screen',
    },
    {
      id: 'phone-storage',
      question: 'What can I do when my phone is full?',
      patterns: [
        'my (phone | storage | memory) is full',
        '(how do i | how can i) (free up | get more | clear) [some] (space | storage) [on my phone]',
        'i have no (space | storage) [left] [on my phone]',
        "i can't take any more (photos | pictures)",
      ],
      answer:
        'Open storage in the settings to see what takes the room. Usually that is videos and apps. Copy your photos to an online service or a computer. Check that they arrived, and then delete them on the phone. Empty the folder for deleted items too.',
      keywords:
        'storage, space, full, photos, memory, pictures, videos, delete, free up, make room, gigabytes, apps, download, mobile, iphone, android, almost full',
    },
    {
      id: 'battery',
      question: 'How do I make the battery last longer?',
      patterns: [
        '(how do i | how can i) make (the | my) battery last longer',
        'my (phone | battery) (dies | drains | runs out) [so | too] (fast | quickly | early)',
        'my battery is (bad | always empty)',
        "my phone (doesn't charge | won't charge | gets hot)",
      ],
      answer:
        'Lower the brightness, turn on battery saver, and look in the settings for the apps that use the most. Charging between twenty and eighty percent keeps it healthy. If the battery is swollen or very hot, stop charging, move away from it, and ask a repair shop.',
      keywords:
        'battery, drains, charge, charging, charger, drain, dies, power, lasts, overnight, percent, laptop battery, empty, runs out, recharge, power bank, samsung, hours, drained, discharging',
    },
    {
      id: 'suspicious-message',
      question: 'How do I spot a fake e mail?',
      patterns: [
        '(how do i | how can i) (spot | recognize) a (fake | phishing) (e mail | message)',
        'i got a (strange | suspicious | weird) (e mail | message | text)',
        '(i think i have | do i have | how do i remove) a virus',
        'i clicked on a (bad | strange | suspicious) link',
        '[tell me about | what is] phishing',
      ],
      answer:
        'Do not click, and open the real site yourself instead. Fake messages create hurry, and ask you to sign in or pay. Their address is slightly wrong. If you typed a password there, change it now. If money is involved, call your bank.',
      keywords:
        'phishing, virus, malware, spam, suspicious, email, fake, link, scam, mail, text message, sms, clicked, strange, weird, parcel, paypal, fraud, real or fake, account closed, sender, prize, lottery, received an email, texted, asking for my bank, won, sms from',
    },
    {
      id: 'updates',
      question: 'Should I install updates?',
      patterns: [
        '(should i | do i have to | why should i) (install | do) [the | these] updates',
        'how do i (update | install updates on) my (phone | computer | laptop)',
        'are updates (important | safe | necessary)',
        'it keeps asking me to update',
      ],
      answer:
        'Yes, because most updates close holes that criminals already use. Turn on automatic updates, and let them run overnight while the device is charging. Before a big new version, make a backup and wait a week so that early faults are found.',
      keywords:
        'update, updates, install, upgrade, new version, software, patch, system update, automatic updates, windows update, ios, reminder, outdated',
    },
    {
      id: 'printer',
      question: "Why doesn't my printer work?",
      patterns: [
        "(why doesn't | why won't) my printer (work | print)",
        "my printer (doesn't | won't) (work | print)",
        '(how do i | help me) (connect | set up | fix) (a | the | my) printer',
        '[i have] (printer problems | a paper jam)',
      ],
      answer:
        'Switch the printer off, count to ten, and switch it on. Check that it is on the same wifi as your computer. Clear every job in the print queue, and try one page. If that fails, remove the printer in the settings and add it again.',
      keywords:
        'printer, print, printing, paper, jam, prints, ink, document, offline printer, print queue, scanner, hp, canon, epson, paper jam, toner',
    },
    {
      id: 'lost-phone',
      question: 'What should I do if I lost my phone?',
      patterns: [
        "(i lost | i can't find) my phone",
        'my phone (was | got | has been) stolen',
        '(somebody | someone) stole my phone',
        '(how do i | how can i) (find | track | locate) my phone',
        '(what should i do | what now) if i lost my phone',
      ],
      answer:
        "Use your phone maker's page for finding a device. There you can ring it, lock it, or see it on a map. If it was stolen, lock it and ask your provider to block the number. Change your e mail password, and tell the police. Do not chase a thief.",
      keywords:
        'lost, stolen, find, locate, missing, theft, thief, find my phone, track, where is my phone, left it, gone, took, mobile, iphone, left my phone, taxi, bus, train, cannot find my phone, misplaced',
    },
    {
      id: 'water-damage',
      question: 'What should I do about a wet phone?',
      patterns: [
        'my phone (fell into | fell in) (water | the water | the toilet)',
        'my phone (is | got) wet',
        'i spilled (water | coffee | something) on my (laptop | keyboard | phone)',
        '(what should i do | what can i do) about a wet (phone | laptop)',
      ],
      answer:
        'Unplug it only if your hands and the socket are dry. Switch it off at once. Wipe it, take off the case, and leave it in moving air for two days. Rice does not help. A charger that got wet must be thrown away.',
      keywords:
        'water, wet, spilled, rice, toilet, dropped, spilt, coffee, rain, pool, sink, liquid, drowned, soaked, washing machine, moisture',
    },
    businessEntry(
      ['team'],
      'A company can have an assistant like me on its website. It answers from the help texts that you give it. You create it on our home page, and try it before you pay.',
    ),
    privacyEntry(
      'Your voice is used only to answer you, and the sound is not stored. The words of this call are kept in your own list of calls. You can read them again there.',
    ),
  ],
}
