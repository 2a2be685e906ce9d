import { resolve } from 'node:path';

/** Where the machine of the test differs from an operator's. */
export interface Machine {
  /** Stands for the machine's root folder. */
  readonly root: string;
  /** By the port that the page of documentation has. */
  readonly ports: Readonly<Record<string, number>>;
  /** Of PostgreSQL, `host:port`. */
  readonly postgres: string;
}

/** What an operator writes, as this machine takes it: nobody is root, and ports and folders are its own. */
export const onMachine = (text: string, { root, ports, postgres }: Machine): string =>
  Object.entries(ports)
    .reduce((changed, [port, own]) => changed.replaceAll(new RegExp(`\\b${port}\\b`, 'g'), String(own)), text)
    .replace(/^sudo -u email-check -s$/gm, ':')
    .replace(/\bsudo -u postgres psql\b/g, 'psql "$SUPERUSER"')
    .replace(/\bsudo /g, '')
    .replaceAll('db.example.com', postgres)
    .replace(/(?<![\w.])\/(etc|var|usr\/local)\//g, `${root}/$1/`);

/**
 * What takes the place of programs that would change the whole machine: users are not made, the unit file is followed as far as it
 * starts something, and packages go below the root folder, with the dependencies that they name and no others.
 */
export const prelude = (root: string): string => `
useradd() { :; }
chgrp() { :; }

npm() {
  [ "$1 $2" = 'install --global' ] || { command npm "$@"; return; }
  local home='${root}/usr/local/lib/node_modules/email-check-service' name
  rm -rf "$home" && mkdir -p "$home/node_modules" '${root}/usr/local/bin'
  tar -xzf "$3" -C "$home" --strip-components=1
  for name in $(node -p "Object.keys(JSON.parse(fs.readFileSync('$home/package.json')).dependencies).join(' ')"); do
    mkdir -p "$(dirname "$home/node_modules/$name")"
    ln -s "${resolve('node_modules')}/$name" "$home/node_modules/$name"
  done
  chmod +x "$home/email-check.js"
  ln -sf "$home/email-check.js" '${root}/usr/local/bin/email-check'
}

inunit() { sed -n "s/^$1=//p" '${root}/etc/systemd/system/email-check.service'; }

email_check_unit=
start_email-check() {
  mkdir -p "$(inunit WorkingDirectory)"
  (
    cd "$(inunit WorkingDirectory)"
    set -a
    eval "$(inunit Environment)"
    file=$(inunit EnvironmentFile)
    [ ! -f "\${file#-}" ] || . "\${file#-}"
    exec $(inunit ExecStart)
  ) >> '${root}/journal' 2>&1 &
  email_check_unit=$!
}
stop_email-check() {
  [ -z "$email_check_unit" ] || { kill "$email_check_unit" && wait "$email_check_unit"; }
  email_check_unit=
}
journalctl() { cat '${root}/journal'; }

caddy_unit=
start_caddy() {
  : > '${root}/var/log/caddy.log'
  caddy run --config '${root}/etc/caddy/Caddyfile' --adapter caddyfile >> '${root}/var/log/caddy.log' 2>&1 &
  caddy_unit=$!
  until grep -q 'serving initial configuration' '${root}/var/log/caddy.log'; do kill -0 "$caddy_unit" || return 1; sleep 0.1; done
}
stop_caddy() {
  [ -z "$caddy_unit" ] || { kill "$caddy_unit" && wait "$caddy_unit"; }
  caddy_unit=
}

nginx() { command nginx -c '${root}/etc/nginx/nginx.conf' "$@"; }
# Of the two proxies one runs at a time.
start_nginx() { stop_caddy && nginx; }
stop_nginx() { [ ! -s '${root}/nginx.pid' ] || nginx -s quit; }

systemctl() {
  local unit="\${!#}"
  case "$1" in
    daemon-reload) ;;
    stop) "stop_$unit" ;;
    *) "stop_$unit" && "start_$unit" ;;
  esac
}
`;
