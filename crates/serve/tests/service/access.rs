//! Access control, and the headers that every answer sends to browsers.

use std::net::TcpListener;

use isocount_serve::{ServeError, Server, Settings};

use crate::client::Service;

const TOKEN: &str = "a long random token";

#[test]
fn without_a_token_only_local_names_and_the_own_page_are_served() {
    let service = Service::start();
    for host in ["localhost", "127.0.0.1:8080", "[::1]:80"] {
        assert_eq!(
            service.send("GET", "/api/v1/graphs", &format!("Host: {host}\r\n"), b"").status,
            200
        );
    }
    // A foreign name that resolves to this address.
    let reply = service.send("GET", "/api/v1/graphs", "Host: evil.example\r\n", b"");
    assert_eq!(reply.status, 403);
    let same = "Host: localhost:80\r\nOrigin: http://localhost:80\r\n";
    assert_eq!(service.send("GET", "/api/v1/graphs", same, b"").status, 200);
    for origin in ["https://evil.example", "null", "http://localhost:81"] {
        let headers = format!("Host: localhost:80\r\nOrigin: {origin}\r\n");
        let reply = service.send("POST", "/api/v1/graphs?name=a.csv", &headers, b"a,b\n");
        assert_eq!(reply.status, 403, "{origin}");
        assert_eq!(reply.header("access-control-allow-origin"), None);
    }
    let preflight = "Origin: https://evil.example\r\nAccess-Control-Request-Method: POST\r\n";
    let reply = service.send("OPTIONS", "/api/v1/count", preflight, b"");
    assert!(reply.status >= 400 && !reply.head.to_lowercase().contains("access-control"));
}

#[test]
fn a_token_is_asked_for_where_there_is_one() {
    let service = Service::with(|settings| settings.token = Some(TOKEN.to_owned()));
    for path in ["/api/v1/graphs", "/api/v1/openapi.json", "/metrics", "/api/v1/nothing"] {
        let reply = service.get(path);
        assert_eq!(reply.status, 401, "{path}");
        assert_eq!(reply.header("www-authenticate"), Some("Bearer"));
        for wrong in [
            "Bearer wrong",
            "Bearer",
            "Basic YTpi",
            "Bearer a long random toke",
            "Bearer a long random tokens",
        ] {
            let headers = format!("Authorization: {wrong}\r\n");
            assert_eq!(service.send("GET", path, &headers, b"").status, 401, "{wrong}");
        }
    }
    let right = format!("Authorization: Bearer {TOKEN}\r\nHost: any.example\r\n");
    assert_eq!(service.send("GET", "/api/v1/graphs", &right, b"").status, 200);
    // The page itself is not secret, and asks for the token.
    assert_eq!(service.get("/health").status, 200);
}

#[test]
fn beyond_the_loopback_there_must_be_a_good_token() {
    let listener = TcpListener::bind("0.0.0.0:0").unwrap();
    let with = |token: Option<&str>| {
        let mut settings = Settings::default();
        settings.token = token.map(str::to_owned);
        Server::new(settings, &listener)
    };
    assert!(matches!(with(None), Err(ServeError::NoToken { .. })));
    assert!(matches!(with(Some("short")), Err(ServeError::ShortToken)));
    assert!(with(Some(TOKEN)).is_ok());
}

#[test]
fn every_answer_tells_browsers_to_be_strict() {
    let service = Service::start();
    let mut ids = Vec::new();
    for path in ["/", "/health", "/api/v1/graphs", "/api/v1/nothing", "/metrics"] {
        let reply = service.get(path);
        let policy = reply.header("content-security-policy").unwrap();
        assert!(policy.contains("default-src 'self'") && !policy.contains("unsafe"), "{path}");
        assert_eq!(reply.header("x-content-type-options"), Some("nosniff"));
        assert_eq!(reply.header("x-frame-options"), Some("DENY"));
        assert_eq!(reply.header("referrer-policy"), Some("no-referrer"));
        assert!(reply.header("cache-control").is_some());
        ids.push(reply.header("x-request-id").unwrap().to_owned());
    }
    ids.sort();
    ids.dedup();
    assert_eq!(ids.len(), 5);
}

#[test]
fn the_page_is_there_with_its_types() {
    let service = Service::start();
    let page = service.get("/");
    assert_eq!(page.status, 200);
    assert_eq!(page.header("content-type"), Some("text/html; charset=utf-8"));
    let tag = page.header("etag").unwrap();
    let again = service.send("GET", "/", &format!("If-None-Match: {tag}\r\n"), b"");
    assert_eq!((again.status, again.body.len()), (304, 0));
    for outside in [
        "/../Cargo.toml",
        "/..%2fCargo.toml",
        "/%2e%2e/Cargo.toml",
        "//etc/passwd",
        "/style/../../Cargo.toml",
    ] {
        let reply = service.get(outside);
        assert!(matches!(reply.status, 400 | 404), "{outside}: {}", reply.status);
    }
}
