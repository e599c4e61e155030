// front.js PORT TUNNEL NAME [pieces]: TLS to NAME (SNI; "" for none) in a tunnel of the proxy to TUNNEL; with an
// address as TUNNEL, without the proxy. Prints what the server answers, or the alert. With `pieces` the first
// message goes out in records of 20 bytes, each cut into two segments.
'use strict';
const net = require('net'), tls = require('tls'), { Duplex } = require('stream');
const [port, tunnel, servername, pieces] = process.argv.slice(2);
const direct = net.isIP(tunnel);
const socket = net.connect(direct ? { port, host: tunnel } : { port: 3128, host: '127.0.0.1' });
socket.setNoDelay(true);
socket.on('error', (error) => console.log(error.code));

const pause = () => new Promise((done) => setTimeout(done, 5));
async function sendInPieces(record) {
	for (let at = 5; at < record.length; at += 20) {
		const part = record.subarray(at, at + 20);
		socket.write(Buffer.from([record[0], record[1], record[2], 0]));
		await pause();
		socket.write(Buffer.concat([Buffer.from([part.length]), part]));
		await pause();
	}
}

let first = pieces === 'pieces';
const wire = new Duplex({
	read() {},
	write(chunk, encoding, done) {
		if (!first) return socket.write(chunk, done);
		first = false;
		sendInPieces(chunk).then(() => done());
	},
	final(done) { socket.end(done); },
});
function start() {
	socket.on('data', (bytes) => wire.push(bytes));
	socket.on('end', () => wire.push(null));
	const session = tls.connect({ socket: wire, servername, rejectUnauthorized: false }, () =>
		session.write('GET /hello HTTP/1.1\r\nHost: site.example.org\r\nConnection: close\r\n\r\n'));
	let text = '';
	session.on('data', (bytes) => { text += bytes; });
	session.on('error', (error) => { console.log(error.code); process.exit(1); });
	session.on('end', () => { console.log(text.includes('over TLS') ? 'over TLS' : text); process.exit(0); });
}
if (direct) socket.once('connect', start);
else {
	socket.write(`CONNECT ${tunnel}:${port} HTTP/1.1\r\n\r\n`);
	socket.once('data', (bytes) => (/^HTTP\/1.1 200 /.test(bytes) ? start() : console.log(String(bytes))));
}
