/** Characters of a list's URL, at most: ours, since no document says its own. */
export const LIST_URL_CHARACTERS = 2_000;

/**
 * Services that share files, which lists are not taken from: what they give is a page, or ends before the list is read. Host names in
 * lower case; the hosts below them count too.
 */
export const FILE_SHARING_HOSTS: readonly string[] = [
  ...[
    'dropbox.com',
    'dropboxusercontent.com',
    'drive.google.com',
    'docs.google.com',
    'drive.usercontent.google.com',
    'onedrive.live.com',
  ],
  ...[
    '1drv.ms',
    'sharepoint.com',
    'box.com',
    'wetransfer.com',
    'we.tl',
    'mega.nz',
    'mediafire.com',
    'icloud.com',
    'pcloud.com',
    'sendspace.com',
  ],
  ...[
    'gofile.io',
    'filemail.com',
    '4shared.com',
    'terabox.com',
    'swisstransfer.com',
    'disk.yandex.ru',
    'disk.yandex.com',
    'yadi.sk',
    'drive.proton.me',
  ],
];
